import { provideModels } from '../services/models.provide.ts'
import { ModelMachines } from '../ui/models/machines.ts'
import { ModelsScreen } from '../ui/screens/models/models-screen.tsx'
import type { Base } from './base.ts'

export function compose({ http, cache }: Base) {
  const machines = provideModels({ http, cache })
  return () => (
    <ModelMachines value={machines}>
      <ModelsScreen />
    </ModelMachines>
  )
}
