export * from './boot';
export * from './config';
export * from './log';
export * from './database';
