export * from './call';
export { type Abortable, Bus, type BusReply, type RequestOptions } from './client';
export { type BusOptions, connectBus } from './connect';
export { BusServer, Serves } from './nest';
export { type Handler, type Served, type ServeOptions, ServiceServer } from './serve';
export { CANCEL_SUBJECT, HEADER } from './wire';
