/** The server's secret under which keys are hashed; the gateways have the same. */
export class Pepper {
  constructor(readonly value: string) {}
}
