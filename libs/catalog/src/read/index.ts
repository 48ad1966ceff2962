export { splice } from './splice';
export * from './sql';
