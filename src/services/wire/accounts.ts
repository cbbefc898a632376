import * as z from 'zod/mini'
import * as contract from '../contract/accounts.ts'
import { lenient } from './lenient.ts'

/** S3.2: only the address is required. */
export const User = lenient(contract.User, {
  id: '',
  // A person who need not prove an address gets no reminder.
  email_verified: true,
  has_password: true,
  first_name: '',
  last_name: '',
  profile_picture_url: null,
  job_title: '',
  timezone: '',
  locale: '',
  created_at: '',
})

/** S7.verify leaves the shape open: a success that does not say otherwise means a working link. */
export const ResetLink = z.pipe(
  z.transform((body: unknown) =>
    typeof body === 'object' && body !== null ? body : { valid: body !== false },
  ),
  lenient(contract.ResetLink, { valid: true, email: null }),
)
