import { type Reply, Serves } from '@almanac/bus';
import { companyEnrich, type InputOf } from '@almanac/contracts';
import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Enricher } from '../entity/enricher';
import { COMPANY } from './company.noun';

@Controller()
export class CompanyController {
  constructor(private readonly enricher: Enricher) {}

  @Serves(companyEnrich)
  enrich(@Payload() input: InputOf<typeof companyEnrich>): Promise<Reply> {
    return this.enricher.enrich(COMPANY, input);
  }
}
