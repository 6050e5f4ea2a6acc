export type Node = any;
export type Props = Record<string, any>;
export function h(type: any, props?: Props | null, ...children: any[]): Node;
export function render(node: Node, into: Element): void;
export function createContext<T>(value: T): { Provider: (props: { value: T; children?: any }) => Node };
export const Fragment: (props: { children?: any }) => Node;
