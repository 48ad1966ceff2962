import { isChatter, prefixOf, readable } from './log-lines';

const pino = (fields: Record<string, unknown>) =>
  JSON.stringify({ level: 'info', time: '2026-11-20T12:34:56.789Z', app: 'billing', ...fields });

test.each([
  ['an event', pino({ msg: 'ready', port: 8080 }), ['billing    | 12:34:56 ready port=8080']],
  [
    'a warning',
    pino({ level: 'warn', msg: 'bus', status: 'away now' }),
    ['billing    | 12:34:56 WARN bus status="away now"'],
  ],
  [
    'an error with its stack, every line under the name',
    pino({ level: 'error', msg: 'failed', err: { message: 'no', stack: 'Error: no\n    at x' } }),
    ['billing    | 12:34:56 ERROR failed', 'billing    | Error: no', 'billing    |     at x'],
  ],
  ['a list', pino({ msg: 'owners', ids: [1, 2] }), ['billing    | 12:34:56 owners ids=[1,2]']],
  ['a line that is not JSON', 'plain words', ['billing    | plain words']],
  ['JSON that is no log entry', '{"a":1}', ['billing    | {"a":1}']],
  ['half a JSON line', '{"level":"info', ['billing    | {"level":"info']],
])('spells out %s', (_what, line, expected) => {
  expect(readable('billing', line, false)).toEqual(expected);
});

test('colours only when asked, and the same for a name each time', () => {
  expect(prefixOf('gateway', false)).toBe('gateway    |');
  expect(prefixOf('gateway', true)).toBe(prefixOf('gateway', true));
  expect(prefixOf('gateway', true)).toContain('\u001b[');
  expect(readable('gateway', pino({ level: 'error', msg: 'x' }), false).join()).not.toContain('\u001b');
});

test.each([
  ['2026-11-20 12:32:11.934 UTC [5691] LOG:  listening on IPv4 address', true],
  ['2026-11-20 12:32:11.934 UTC [5691] ERROR:  duplicate key', false],
  ['[6001] 2026/11/20 12:32:11.934 [INF] Server is ready', true],
  ['[6001] 2026/11/20 12:32:11.934 [ERR] slow consumer', false],
  ['', true],
])('%s is everyday work of a server: %s', (line, expected) => {
  expect(isChatter(line)).toBe(expected);
});
