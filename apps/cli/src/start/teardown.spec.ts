import { Teardown } from './teardown';

const stoppable = (name: string, order: string[]) => async () => ({ stop: async () => order.push(name) });

test('stops the gateway first and Postgres last, whatever the order of starting', async () => {
  const order: string[] = [];
  const teardown = new Teardown();
  for (const group of ['postgres', 'nats', 'apps', 'launcher', 'gateway'] as const)
    await teardown.add(group, stoppable(group, order));
  expect(await teardown.run()).toEqual([]);
  expect(order).toEqual(['gateway', 'apps', 'launcher', 'nats', 'postgres']);
});

test('waits for a start under way and stops what came of it; nothing starts any more', async () => {
  const order: string[] = [];
  const teardown = new Teardown();
  let comesUp: (thing: { stop(): Promise<unknown> }) => void = () => undefined;
  const starting = () =>
    new Promise<{ stop(): Promise<unknown> }>((resolve) => {
      comesUp = resolve;
    });
  void teardown.add('apps', starting);
  const done = teardown.run();
  expect(teardown.signal.aborted).toBe(true);
  await expect(teardown.add('nats', stoppable('late', order))).rejects.toThrow('stopping');
  comesUp(await stoppable('slow', order)());
  await done;
  expect(order).toEqual(['slow']);
});

test('goes on when something failed to start or to stop', async () => {
  const order: string[] = [];
  const teardown = new Teardown();
  await expect(teardown.add('gateway', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await teardown.add('apps', async () => ({ stop: () => Promise.reject(new Error('stuck')) }));
  await teardown.add('postgres', stoppable('postgres', order));
  expect(await teardown.run()).toEqual([new Error('stuck')]);
  expect(order).toEqual(['postgres']);
});
