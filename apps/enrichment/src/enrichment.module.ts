import { type DynamicModule, Module } from '@nestjs/common';
import { CompanyController } from './company/company.controller';
import { Enricher } from './entity/enricher';
import { PersonController } from './person/person.controller';

@Module({})
class EnrichmentModule {}

/** The controllers with the enricher that main.ts made from the configuration. */
export const enrichmentModule = (enricher: Enricher): DynamicModule => ({
  module: EnrichmentModule,
  controllers: [CompanyController, PersonController],
  providers: [{ provide: Enricher, useValue: enricher }],
});
