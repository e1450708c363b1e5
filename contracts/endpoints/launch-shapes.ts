import {
  effectiveStatuses,
  effectiveStatusNote,
  entityLevelNote,
  entityLevels,
  entitySourceNote,
  entitySources,
  entityStatuses,
  entityStatusNote,
} from '../vocabulary/launches.ts';
import { noted } from './noted.ts';
import { OneOf } from './shapes.ts';

export const EntityLevel = noted(OneOf(entityLevels), entityLevelNote);
export const EntityStatus = noted(OneOf(entityStatuses), entityStatusNote);
export const EffectiveStatus = noted(OneOf(effectiveStatuses), effectiveStatusNote);
export const EntitySource = noted(OneOf(entitySources), entitySourceNote);
