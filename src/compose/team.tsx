import { provideTeam } from '../services/team.provide.ts'
import { createTeamApi } from '../services/team-api.ts'
import { TeamMachines } from '../ui/screens/team/machines.ts'
import { TeamScreen } from '../ui/screens/team/team-screen.tsx'
import type { Base } from './base.ts'

export function compose({ http, apiBase, cache }: Base) {
  const machines = provideTeam({ api: createTeamApi(http, apiBase), cache })
  return () => (
    <TeamMachines value={machines}>
      <TeamScreen />
    </TeamMachines>
  )
}
