import { renewBackupCodesMachine } from '../../src/machines/accounts/renew-backup-codes.machine.ts'
import { modelOfForm } from './form.model.ts'

export const CODES = { backup_codes: ['aaaa-bbbb'] }

export const renewBackupCodesModel = modelOfForm({
  name: 'renewBackupCodes',
  machine: renewBackupCodesMachine,
  valid: { password: 'secret', code: '123456' },
  invalid: { password: 'secret', code: ' ' },
  field: 'code',
  output: CODES,
  shows: true,
})
