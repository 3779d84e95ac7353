-- Arguments after `--`: the method, a file with a request to a line ("path<tab>body"), headers
-- ("name=value;…") and a stamp. The lines are asked for in turn; `{{tag}}` in a line becomes a text
-- that was never there before: the stamp and a number. The result is one line of JSON.

local lines = {}
local turn = 0
local count = 0
local stamp = ''

-- The text between tags.
local function split(text)
  local parts = {}
  local from = 1
  while true do
    local at = string.find(text, '{{tag}}', from, true)
    if not at then break end
    parts[#parts + 1] = string.sub(text, from, at - 1)
    from = at + 7
  end
  parts[#parts + 1] = string.sub(text, from)
  return parts
end

function request()
  turn = turn % #lines + 1
  count = count + 1
  local tag = stamp .. count
  local line = lines[turn]
  return wrk.format(nil, table.concat(line.path, tag), nil, line.body and table.concat(line.body, tag))
end

function init(args)
  wrk.method = args[1]
  for pair in string.gmatch(args[3], '[^;]+') do
    local name, value = string.match(pair, '([^=]+)=(.*)')
    wrk.headers[name] = value
  end
  stamp = args[4]
  for line in io.lines(args[2]) do
    local path, body = string.match(line, '([^\t]*)\t?(.*)')
    lines[#lines + 1] = { path = split(path), body = body ~= '' and split(body) or nil }
  end
  local only = lines[1]
  if #lines == 1 and #only.path == 1 and (not only.body or #only.body == 1) then
    -- One request that is always the same is repeated by wrk itself, which costs it less.
    wrk.path = only.path[1]
    wrk.body = only.body and only.body[1]
    request = nil
  end
end

function done(summary, latency)
  local failed = summary.errors
  io.write(string.format(
    '{"requests":%d,"seconds":%f,"bytes":%d,"p50":%f,"p99":%f,"failed":%d}\n',
    summary.requests, summary.duration / 1e6, summary.bytes,
    latency:percentile(50) / 1000, latency:percentile(99) / 1000,
    failed.connect + failed.read + failed.write + failed.status + failed.timeout))
end
