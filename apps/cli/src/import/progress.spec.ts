import { PassThrough } from 'node:stream';
import { type LoadSummary } from '@almanac/catalog';
import { duration, paceOf, progressTo } from './progress';
import { addFile, emptyImport, summaryText } from './summary';

test.each([
  [0.2, '1 s'],
  [59.5, '1 min 0 s'],
  [125, '2 min 5 s'],
  [3_780, '1 h 3 min'],
])('%d seconds are %s', (seconds, text) => {
  expect(duration(seconds)).toBe(text);
});

test('rate, and the time left once there is something to go by', () => {
  expect(paceOf({ doing: 'x', done: 500, share: 0.25 }, 1_000)).toEqual({ rate: 500, left: '3 s' });
  expect(paceOf({ doing: 'x', done: 500 }, 1_000)).toEqual({ rate: 500 });
  expect(paceOf({ doing: 'x', done: 5, share: 0.9 }, 100)).toEqual({ rate: 50 });
});

/** What is written while a clock of our own goes on. */
function watched(isTTY: boolean) {
  let now = 0;
  let text = '';
  const stream = Object.assign(new PassThrough(), { isTTY, columns: 120, cursorTo: () => true, clearLine: () => true });
  stream.on('data', (chunk) => (text += chunk));
  const progress = progressTo(stream, () => now);
  return { progress, at: (ms: number) => (now = ms), text: () => text };
}

test('elsewhere than on a terminal, a line every few seconds', () => {
  const { progress, at, text } = watched(false);
  for (let ms = 0; ms <= 11_000; ms += 500) {
    at(ms);
    progress.tell({ doing: 'reading a.csv', done: ms, share: ms / 20_000 });
  }
  progress.tell({ doing: 'rendering', done: 1, share: 0.1 });
  progress.line('Another load is at work.');
  progress.end();
  expect(text().split('\n')).toEqual([
    'reading a.csv: 5,000 (25 %), 1,000 a second, 15 s left',
    'reading a.csv: 10,000 (50 %), 1,000 a second, 10 s left',
    'Another load is at work.',
    '',
  ]);
});

test('on a terminal, a bar', () => {
  const { progress, at, text } = watched(true);
  progress.tell({ doing: 'reading a.csv', done: 0, share: 0 });
  at(2_000);
  progress.tell({ doing: 'reading a.csv', done: 4_000, share: 0.5 });
  progress.end();
  expect(text()).toMatch(/reading a\.csv {2}.*50 % {2}4,000 {2}2,000 a second, 2 s left/);
});

test('the summary names what occurred, the most frequent first, and no more', () => {
  const summary = emptyImport('company', 'x', false);
  const loaded = {
    created: 1_200,
    updated: 3,
    unchanged: 0,
    rejected: 1,
    refused: 0,
    takenIdentifiers: 1,
    sharedWebsites: 0,
  };
  const counts = { filledLists: {}, unknownKeys: {}, ignoredComputed: {}, rendered: 0, changed: 0, seq: 9 };
  addFile(
    summary,
    { rows: 1_300, skipped: { ETF: 90, note: 6 }, united: 0, rejected: 2, droppedFields: { founded: 1 } },
    {
      ...loaded,
      ...counts,
      kind: 'company',
      read: 1_204,
      droppedFields: { founded: 1, headcount: 5 },
    } satisfies LoadSummary,
  );
  const told = { file: 'a.csv', line: 7, path: 'name', value: 'v', reason: 'is wrong', rejected: true };
  expect(summaryText({ ...summary, seconds: 2, rejects: '/r.ndjson' }, [told], [])).toBe(
    [
      'company records of source x, 2.0 s, 650 a second',
      'read               1,300',
      'skipped               96  ETF 90, note 6',
      'loaded             1,203',
      '  new              1,200',
      '  changed              3',
      'rejected               3  not loaded; see the rejects file',
      'dropped fields         7  headcount 5, founded 2',
      'taken identifiers      1  stayed with the entity that had them first',
      '  a.csv:7: name "v" is wrong',
      'Everything that was not taken as it stood: /r.ndjson',
    ].join('\n'),
  );
});
