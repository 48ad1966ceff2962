export * from './app';
export * from './database';
export * from './expect';
export * from './nats';
export { ROOT, TEST_PEPPER, TEST_ROLE_SECRET, testDir } from './place';
export * from './prove';
export * from './template';
export * from './until';
export * from './world';
