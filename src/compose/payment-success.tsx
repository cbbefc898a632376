import { createPaymentOutcomes } from '../services/billing/billing-api.ts'
import { providePaymentReturn } from '../services/billing/payment-return.provide.ts'
import { PaymentSuccessScreen } from '../ui/billing/payment-success-screen.tsx'
import type { Base } from './base.ts'
import { composed } from './composed.tsx'

export const compose = ({ anonymous, cache }: Base) =>
  composed(PaymentSuccessScreen, {
    paymentReturn: providePaymentReturn({ outcomeOf: createPaymentOutcomes(anonymous), cache }),
  })
