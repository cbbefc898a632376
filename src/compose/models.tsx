import { provideModels } from '../services/assistants/models.provide.ts'
import { ModelsScreen } from '../ui/assistants/models/models-screen.tsx'
import type { Base } from './base.ts'
import { composed } from './composed.tsx'

export const compose = ({ http, cache }: Base) => composed(ModelsScreen, provideModels({ http, cache }))
