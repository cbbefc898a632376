import { createPaymentOutcomes } from '../services/billing-api.ts'
import { providePaymentReturn } from '../services/payment-return.provide.ts'
import { PaymentSuccessMachines } from '../ui/screens/payment-success/machines.ts'
import { PaymentSuccessScreen } from '../ui/screens/payment-success/payment-success-screen.tsx'
import type { Base } from './base.ts'

export function compose({ anonymous, cache }: Base) {
  const machines = {
    paymentReturn: providePaymentReturn({ outcomeOf: createPaymentOutcomes(anonymous), cache }),
  }
  return () => (
    <PaymentSuccessMachines value={machines}>
      <PaymentSuccessScreen />
    </PaymentSuccessMachines>
  )
}
