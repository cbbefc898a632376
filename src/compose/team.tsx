import { provideGroups } from '../services/organizations/groups.provide.ts'
import { provideTeam } from '../services/organizations/team.provide.ts'
import { TeamScreen } from '../ui/organizations/team/team-screen.tsx'
import type { Base } from './base.ts'
import { composed } from './composed.tsx'

export const compose = ({ http, cache }: Base) =>
  composed(TeamScreen, { ...provideTeam({ http, cache }), ...provideGroups({ http, cache }) })
