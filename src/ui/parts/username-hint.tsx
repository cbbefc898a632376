import { chakra } from '@chakra-ui/react'

/** Tells a password manager whose password the form is about; it is invisible. */
export const UsernameHint = ({ email }: { email: string }) => (
  <chakra.input
    srOnly
    aria-hidden
    tabIndex={-1}
    type="email"
    autoComplete="username"
    value={email}
    readOnly
  />
)
