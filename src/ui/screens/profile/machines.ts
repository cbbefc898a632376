import type { changeEmailMachine } from '../../../machines/change-email/change-email.machine.ts'
import type { pictureMachine } from '../../../machines/picture/picture.machine.ts'
import type { profileMachine } from '../../../machines/profile/profile.machine.ts'
import { createProvided } from '../../provided.ts'

interface Machines {
  readonly profile: typeof profileMachine
  readonly photo: typeof pictureMachine
  readonly changeEmail: typeof changeEmailMachine
}

export const [ProfileMachines, useProfileMachines] = createProvided<Machines>('ProfileMachines')
