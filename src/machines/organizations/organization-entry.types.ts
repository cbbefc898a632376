import type { Organization } from '../../services/contract/organizations.ts'
import type { LeavingAnswer, Path } from '../shell/navigation/navigation.types.ts'

export interface Page {
  /** null: every organization has it. */
  readonly organizationId: string | null
  readonly path: Path
}

export interface Entered {
  readonly organization: Organization
  /** The page to open then; null: the screen stays. */
  readonly path: Path | null
}

export interface OrganizationEntryContext {
  readonly entered: Entered | null
  readonly page: Page | null
}

export type OrganizationEntryEvent =
  /** It was created, or the person joined it: it becomes the current one. */
  ({ type: 'organization.entered' } & Entered) | ({ type: 'page.requested' } & Page) | LeavingAnswer
