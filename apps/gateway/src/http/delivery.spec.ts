import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { watchDelivery } from './delivery';

let server: Server;
let respond: (raw: ServerResponse) => void;
beforeAll(async () => {
  server = createServer((_request, raw) => respond(raw));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const large = Buffer.alloc(64 * 1024 * 1024);

/** Asks, and gives the server's reply to `body`; resolves with what the watch said and how the socket fared. */
function watched(body: Buffer, client: (socket: Socket) => void, timeoutMs: number): Promise<boolean[]> {
  return new Promise((resolve) => {
    const said: boolean[] = [];
    respond = (raw) => {
      watchDelivery(raw, timeoutMs, (delivered) => said.push(delivered));
      raw.once('close', () => resolve(said));
      raw.end(body);
    };
    const socket = connect((server.address() as { port: number }).port, '127.0.0.1', () => {
      socket.write('GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
      client(socket);
    });
    socket.on('error', () => undefined);
  });
}

it('a reply that is read is delivered', async () => {
  expect(await watched(Buffer.from('{}'), (socket) => void socket.resume(), 5_000)).toEqual([true]);
});

it('a client that closes first did not get it', async () => {
  expect(await watched(large, (socket) => socket.once('data', () => socket.destroy()), 5_000)).toEqual([false]);
});

it('a client that stops reading is closed after the time, and did not get it', async () => {
  const started = performance.now();
  expect(await watched(large, (socket) => void socket.pause(), 200)).toEqual([false]);
  expect(performance.now() - started).toBeGreaterThanOrEqual(190);
  expect(performance.now() - started).toBeLessThan(4_000);
});
