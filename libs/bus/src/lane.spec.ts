import { Lane } from './lane';

interface Item {
  name: number;
  bytes: number;
}
const item = (name: number, bytes = 10): Item => ({ name, bytes });
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

function lane(bytesMax = 1_000_000) {
  const sent: number[][] = [];
  const made = new Lane<Item>(
    (batch) => {
      sent.push(batch.map(({ name }) => name));
      return true;
    },
    () => bytesMax,
  );
  const add = (from: number, to: number) => {
    for (let name = from; name <= to; name++) made.add(item(name));
  };
  return { made, sent, add };
}

describe('a lane', () => {
  it('sends what one turn brought as one message', async () => {
    const { sent, add } = lane();
    add(1, 3);
    await turn();
    expect(sent).toEqual([[1, 2, 3]]);
  });

  it('gathers while two messages are under way, and goes on when one is answered', async () => {
    const { made, sent, add } = lane();
    for (const name of [1, 2]) {
      add(name, name);
      await turn();
    }
    add(3, 4);
    await turn();
    expect(sent).toEqual([[1], [2]]);
    made.answered();
    await turn();
    expect(sent).toEqual([[1], [2], [3, 4]]);
  });

  it('gathers no longer than a moment when nothing is answered', async () => {
    const { sent, add } = lane();
    for (const name of [1, 2, 3]) {
      add(name, name);
      await turn();
    }
    const started = performance.now();
    while (sent.length < 3 && performance.now() - started < 1_000) await turn();
    expect(sent).toEqual([[1], [2], [3]]);
    expect(performance.now() - started).toBeLessThan(500);
  });

  it('does not gather once there are many', async () => {
    const { sent, add } = lane();
    for (const name of [1, 2]) {
      add(name, name);
      await turn();
    }
    add(3, 50);
    await turn();
    expect(sent[2]).toHaveLength(48);
  });

  it('cuts messages at the size limit and never leaves one out', async () => {
    const { made, sent } = lane(2_000);
    for (let name = 1; name <= 10; name++) made.add(item(name, 700));
    await turn();
    expect(sent.flat()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(Math.max(...sent.map((batch) => batch.length))).toBe(2);
  });

  it('gives back what was not sent', async () => {
    const { made, sent, add } = lane();
    add(1, 2);
    expect(made.clear().map(({ name }) => name)).toEqual([1, 2]);
    await turn();
    expect(sent).toEqual([]);
  });
});
