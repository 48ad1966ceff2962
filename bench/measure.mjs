/** What benches share: load by wrk, CPU time by /proc, and plain tables. */
import { execFile, execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);
const TICKS_PER_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** Seconds of CPU that a process and everything below it have used so far, children that ended included. */
export function cpuSeconds(pid) {
  const stats = new Map();
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      const text = readFileSync(`/proc/${entry}/stat`, 'utf8');
      const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
      stats.set(Number(entry), {
        parent: Number(fields[1]),
        ticks: [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0),
      });
    } catch (error) {
      // Gone between the listing and the look.
      if (error.code !== 'ENOENT' && error.code !== 'ESRCH') throw error;
    }
  }
  const below = (root) => [
    root,
    ...[...stats].filter(([, stat]) => stat.parent === root).flatMap(([child]) => below(child)),
  ];
  return below(pid).reduce((sum, one) => sum + (stats.get(one)?.ticks ?? 0), 0) / TICKS_PER_SECOND;
}

export function assertWrk() {
  try {
    execFileSync('which', ['wrk'], { stdio: 'pipe' });
  } catch {
    throw new Error('This bench drives its load with wrk: apt-get install wrk.');
  }
}

const MS = { us: 0.001, ms: 1, s: 1_000, m: 60_000 };
const ms = (text) => {
  const [, value, unit] = /^([\d.]+)(us|ms|s|m)$/.exec(text);
  return Number(value) * MS[unit];
};

/**
 * Loads a URL with wrk for `seconds` and says what came of it: requests/s, p50 and p99 in ms, errors, and the CPU
 * milliseconds that each of the given processes spent on one request.
 */
export async function load({ url, script, env, connections, seconds, pids }) {
  const before = Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, cpuSeconds(pid)]));
  const { stdout } = await run('wrk', ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', '-s', script, url], {
    env: { ...process.env, ...env },
  });
  const requests = Number(/(\d+) requests in/.exec(stdout)[1]);
  const cpuMs = Object.fromEntries(
    Object.entries(pids).map(([name, pid]) => [name, ((cpuSeconds(pid) - before[name]) * 1_000) / requests]),
  );
  const failed = /Non-2xx or 3xx responses: (\d+)/.exec(stdout)?.[1];
  const socket = /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(stdout)?.slice(1) ?? [];
  return {
    requests,
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)[1]),
    p50: ms(/^\s+50%\s+(\S+)/m.exec(stdout)[1]),
    p99: ms(/^\s+99%\s+(\S+)/m.exec(stdout)[1]),
    errors: Number(failed ?? 0) + socket.reduce((sum, one) => sum + Number(one), 0),
    cpuMs,
    cpuMsAll: Object.values(cpuMs).reduce((sum, one) => sum + one, 0),
  };
}

export function table(rows) {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const text = (value) =>
    typeof value === 'number'
      ? value >= 100
        ? Math.round(value).toLocaleString('en')
        : value.toFixed(2)
      : String(value ?? '');
  const widths = names.map((name) => Math.max(name.length, ...rows.map((row) => text(row[name]).length)));
  const line = (cells) =>
    cells.map((cell, index) => (index === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[index]))).join('  ');
  console.log(
    [
      line(names),
      line(widths.map((width) => '-'.repeat(width))),
      ...rows.map((row) => line(names.map((name) => text(row[name])))),
    ].join('\n'),
  );
}
