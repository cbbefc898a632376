import { type InSystem, showToast } from '../../machines/system.ts'

/** Says that something was done. */
export const showDone = (scope: InSystem, message: string) => showToast(scope, { type: 'success', message })
