export * from './check';
export * from './contract';
export * from './errors';
export * from './identifiers';
export * from './limits';
export * from './operation';
export * from './record';
export * from './resource';
export { fieldsOf } from './schema';
