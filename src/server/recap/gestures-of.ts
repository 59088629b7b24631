import type { ActivityId } from '#shared/ids';
import type { Db } from '../database/database.ts';
import type { SpanOfFilm } from './film-reading.ts';

/** The gestures of the week that were chosen in a span. There is no such choice yet: then the film has no card about them. */
export function gesturesOf(_db: Db, _span: SpanOfFilm): Promise<ActivityId[]> {
  return Promise.resolve([]);
}
