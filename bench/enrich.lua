-- Asks for documents by identifier with a seeded skew (most go to few). IDS: a file of ids; KEY: the bearer key.
local ids = {}
for line in io.lines(os.getenv('IDS')) do ids[#ids + 1] = line end
local headers = { ['Authorization'] = 'Bearer ' .. (os.getenv('KEY') or '') }
local path = os.getenv('REQUEST_PATH')
math.randomseed(tonumber(os.getenv('SEED') or '1'))
local count = #ids
request = function()
  -- u^3 has most of its mass near 0: a tenth of the documents takes nearly half of the requests.
  local u = math.random()
  return wrk.format('GET', path .. ids[1 + math.floor(u * u * u * count)], headers)
end
