import { Box, chakra, Flex, Text } from '@chakra-ui/react'
import { Check } from 'lucide-react'
import {
  PASSPHRASE_MIN,
  type PasswordOwner,
  passwordChecks,
  passwordStrength,
} from '../../services/contract/password.ts'
import { t } from '../../texts/t.ts'
import { TextField, useFieldValue, useFormValues } from './form.tsx'

const STRENGTHS = ['—', t('Weak'), t('Fair'), t('Good'), t('Strong')] as const
const COLORS = ['rule', 'accent', 'caution', 'good', 'good'] as const

interface NewPasswordFieldProps {
  name: string
  label: string
  /** The password's owner, if the form itself does not ask for it. */
  owner?: PasswordOwner
}

/** A new password: its rules, whether each is met, and its strength. */
export function NewPasswordField({ name, label, owner }: NewPasswordFieldProps) {
  const values = useFormValues()
  const password = useFieldValue(name) as string
  const strength = passwordStrength(password)
  return (
    <Box>
      <TextField name={name} label={label} type="password" autoComplete="new-password" required />
      <Flex gap="3" align="center" mt="2">
        <Flex gap="1" flex="1" aria-hidden>
          {[1, 2, 3, 4].map((step) => (
            <Box
              key={step}
              flex="1"
              height="4px"
              borderRadius="full"
              bg={step <= strength ? COLORS[strength] : 'rule'}
              transition="background-color 160ms ease-out"
            />
          ))}
        </Flex>
        <Text as="span" role="status" textStyle="small" color="ink.2" minWidth="3.5rem" textAlign="end">
          <chakra.span srOnly>{t('Strength:')} </chakra.span>
          {STRENGTHS[strength]}
        </Text>
      </Flex>
      <chakra.ul
        aria-label={t('Password requirements')}
        listStyleType="none"
        mt="2"
        display="grid"
        gridTemplateColumns={{ base: '1fr', sm: '1fr 1fr' }}
        gap="0.5"
        columnGap="4"
        fontSize="sm"
      >
        {passwordChecks(password, { ...values, ...owner }).map(({ id, label, met }) => (
          <chakra.li key={id} display="flex" gap="1.5" alignItems="flex-start" color={met ? 'good' : 'ink.2'}>
            <Box flexShrink={0} width="14px" pt="3px">
              {met ? (
                <Check size={14} aria-label={t('met:')} />
              ) : (
                <Box
                  role="img"
                  aria-label={t('not yet:')}
                  boxSize="6px"
                  m="4px"
                  borderRadius="full"
                  border="1px solid"
                  borderColor="control"
                />
              )}
            </Box>
            {label}
          </chakra.li>
        ))}
      </chakra.ul>
      <Text textStyle="small" color="ink.2" mt="1.5">
        {t('Or use {passphraseMin}+ characters, such as four random words.', {
          passphraseMin: PASSPHRASE_MIN,
        })}
      </Text>
    </Box>
  )
}
