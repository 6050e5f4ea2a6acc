"use strict";

window.addEventListener("DOMContentLoaded", () => {
  SwaggerUIBundle({
    url: "openapi.json",
    dom_id: "#docs",
    deepLinking: true,
    docExpansion: "list",
    defaultModelsExpandDepth: 0,
    // Nothing is asked of anybody else's server.
    validatorUrl: null,
  });
});
