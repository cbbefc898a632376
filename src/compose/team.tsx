import { memberAccessMachine } from '../machines/member-access/member-access.machine.ts'
import { provideGroups } from '../services/groups.provide.ts'
import { provideTeam } from '../services/team.provide.ts'
import { TeamMachines } from '../ui/screens/team/machines.ts'
import { TeamScreen } from '../ui/screens/team/team-screen.tsx'
import type { Base } from './base.ts'

export function compose({ http, cache }: Base) {
  const machines = {
    ...provideTeam({ http, cache }),
    ...provideGroups({ http, cache }),
    memberAccess: memberAccessMachine,
  }
  return () => (
    <TeamMachines value={machines}>
      <TeamScreen />
    </TeamMachines>
  )
}
