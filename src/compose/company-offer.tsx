import { provideSignInOffer } from '../services/accounts/sign-in-offer.provide.ts'
import { CompanyOffer } from '../ui/accounts/log-in/company-offer.tsx'
import type { Base } from './base.ts'

export function compose({ anonymous }: Base) {
  const machine = provideSignInOffer(anonymous)
  return ({ domain }: { domain: string }) => <CompanyOffer machine={machine} domain={domain} />
}
