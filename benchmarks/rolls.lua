-- Roll after roll, each thread in a game of its own: thread n takes line n of the file BENCHMARK_GAMES, a path.
-- Three seats throw the same dice, so that every round is tied and carried and no game ever ends.
local here = debug.getinfo(1, "S").source:match("^@(.*/)")
dofile(here .. "report.lua")

local DICE = { "[6,4,3,3,1]", "[5,4,2,1]", "[3,2]" }
local SEATS = 3
local threads = 0

wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"

function setup(thread)
  threads = threads + 1
  thread:set("number", threads)
end

function init(args)
  local line = 0
  for path in io.lines(os.getenv("BENCHMARK_GAMES")) do
    line = line + 1
    if line == number then target = path end
  end
  -- wrk asks the first thread for one request more, which it does not send.
  rolls = number == 1 and -1 or 0
end

function request()
  local n = rolls
  rolls = rolls + 1
  if n < 0 then return wrk.format() end
  local roll, turn = n % #DICE, math.floor(n / #DICE)
  local body = string.format('{"seat":%d,"roll":%d,"round":%d,"dice":%s}',
    turn % SEATS + 1, roll + 1, math.floor(turn / SEATS) + 1, DICE[roll + 1])
  return wrk.format(nil, target, nil, body)
end
