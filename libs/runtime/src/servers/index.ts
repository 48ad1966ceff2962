export { NATS_MAX_PAYLOAD_BYTES, type NatsOptions, type RunningNats, startNats } from './nats';
export { type NatsBinaryOptions, resolveNatsServer } from './nats-binary';
export { type PostgresOptions, type RunningPostgres, removePostgresData, startPostgres } from './postgres';
export { commandLine, type Exit, eachLine, freePort, isAlive, type LineLog } from './process';
