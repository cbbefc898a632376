import { type InSystem, tell } from '../../machines/system.ts'

export const goTo = (scope: InSystem, path: string) =>
  tell(scope, 'navigation', { type: 'navigation.requested', path })
