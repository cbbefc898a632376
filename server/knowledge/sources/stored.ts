import type { Stored } from '../connectors/connections.ts'
import type { SourceRow } from './sources.types.ts'

/** The connection of a source; null for web pages. */
export const storedIn = ({ settings, secrets }: Pick<SourceRow, 'settings' | 'secrets'>): Stored | null =>
  settings.kind === 'connector' ? { url: settings.url, settings: settings.settings, secrets } : null
