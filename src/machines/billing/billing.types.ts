/** Whose plan it is: everything of billing belongs to an organization. */
export interface OfOrganization {
  readonly organizationId: string
}

export const ofOrganization = ({ organizationId }: OfOrganization): OfOrganization => ({ organizationId })
