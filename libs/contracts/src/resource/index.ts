export * from './bare';
export * from './company';
export * from './company-parts';
export * from './investment';
export * from './person';
export * from './place';
export * from './urls';
