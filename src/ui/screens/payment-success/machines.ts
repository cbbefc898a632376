import type { paymentReturnMachine } from '../../../machines/payment-return/payment-return.machine.ts'
import { createProvided } from '../../provided.ts'

interface Machines {
  readonly paymentReturn: typeof paymentReturnMachine
}

export const [PaymentSuccessMachines, usePaymentSuccessMachines] =
  createProvided<Machines>('PaymentSuccessMachines')
