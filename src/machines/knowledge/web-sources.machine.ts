import type { SourceRefresh } from '../../services/contract/sources.ts'
import { t } from '../../texts/t.ts'
import { createOperationMachine, type OperationRef } from '../shared/operation.machine.ts'

/** One action on a source. */
export type SourceChange =
  | { readonly id: string; readonly action: 'read' | 'cancel' | 'keepMissing' | 'removeMissing' }
  | { readonly id: string; readonly action: 'refresh'; readonly refresh: SourceRefresh }

export const webSourcesMachine = createOperationMachine<SourceChange>({
  id: 'webSources',
  description:
    'A source on the web is read again, cancelled, or read as often as somebody wants; pages that it has lost are kept or removed.',
  fallback: t('That did not work. Please try again.'),
})

export type WebSourcesRef = OperationRef<SourceChange>
