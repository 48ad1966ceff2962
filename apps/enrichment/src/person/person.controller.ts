import { type Reply, Serves } from '@almanac/bus';
import { type InputOf, personEnrich } from '@almanac/contracts';
import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Enricher } from '../entity/enricher';
import { PERSON } from './person.noun';

@Controller()
export class PersonController {
  constructor(private readonly enricher: Enricher) {}

  @Serves(personEnrich)
  enrich(@Payload() input: InputOf<typeof personEnrich>): Promise<Reply> {
    return this.enricher.enrich(PERSON, input);
  }
}
