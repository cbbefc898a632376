import type { changeEmailMachine } from '../machines/change-email/change-email.machine.ts'
import type { changePasswordMachine } from '../machines/change-password/change-password.machine.ts'
import type { confirmEmailMachine } from '../machines/confirm-email/confirm-email.machine.ts'
import type { confirmationMachine } from '../machines/confirmation/confirmation.machine.ts'
import type { createApiKeyMachine } from '../machines/create-api-key/create-api-key.machine.ts'
import type { deleteOrganizationMachine } from '../machines/delete-organization/delete-organization.machine.ts'
import type { forgotPasswordMachine } from '../machines/forgot-password/forgot-password.machine.ts'
import type { logInMachine } from '../machines/log-in/log-in.machine.ts'
import type { organizationSettingsMachine } from '../machines/organization-settings/organization-settings.machine.ts'
import type { passwordConfirmationMachine } from '../machines/password-confirmation/password-confirmation.machine.ts'
import type { pictureMachine } from '../machines/picture/picture.machine.ts'
import type { profileMachine } from '../machines/profile/profile.machine.ts'
import type { registerMachine } from '../machines/register/register.machine.ts'
import type { resetPasswordMachine } from '../machines/reset-password/reset-password.machine.ts'
import type { twoFactorProofMachine } from '../machines/two-factor-proof/two-factor-proof.machine.ts'
import type { twoFactorSetupMachine } from '../machines/two-factor-setup/two-factor-setup.machine.ts'
import type { verificationMachine } from '../machines/verification/verification.machine.ts'

/** The machines of the screens about somebody's account. */
export interface AccountMachines {
  readonly logIn: typeof logInMachine
  readonly register: typeof registerMachine
  readonly forgotPassword: typeof forgotPasswordMachine
  readonly resetPassword: typeof resetPasswordMachine
  readonly confirmEmail: typeof confirmEmailMachine
  readonly verification: typeof verificationMachine
  readonly profile: typeof profileMachine
  readonly photo: typeof pictureMachine
  readonly changeEmail: typeof changeEmailMachine
  readonly organizationSettings: typeof organizationSettingsMachine
  readonly logo: typeof pictureMachine
  readonly deleteOrganization: typeof deleteOrganizationMachine
  readonly changePassword: typeof changePasswordMachine
  readonly endSession: typeof confirmationMachine
  readonly endOtherSessions: typeof confirmationMachine
  readonly twoFactorSetup: typeof twoFactorSetupMachine
  readonly endTwoFactor: typeof twoFactorProofMachine
  readonly renewBackupCodes: typeof twoFactorProofMachine
  readonly createApiKey: typeof createApiKeyMachine
  readonly deleteApiKey: typeof confirmationMachine
  readonly deleteAccount: typeof passwordConfirmationMachine
}
