import { Box, chakra, Text } from '@chakra-ui/react'
import { type Role, roleName } from '../../../services/contract/roles.ts'
import { t } from '../../../texts/t.ts'
import { useFieldError, useFieldValue, useForm } from '../../parts/form.tsx'

const roleHint: Readonly<Record<Role, string>> = {
  owner: t('Full access, including deleting the organization and transferring ownership.'),
  admin: t(
    'Can manage members, invitations, the organization’s name and logo, and how long conversations are kept, plus everything below.',
  ),
  editor: t('Can create and edit assistants and knowledge bases.'),
  viewer: t('Can read everything and ask assistants.'),
}

/** One role of those that may be given, each with what it may do. */
export function RoleField({ roles }: { roles: readonly Role[] }) {
  const form = useForm()
  const chosen = useFieldValue('role')
  const error = useFieldError('role')
  return (
    <chakra.fieldset border="0" p="0" m="0" minWidth={0}>
      <chakra.legend fontWeight="semibold" fontSize="sm" mb="1.5" p="0">
        {t('Role')}
      </chakra.legend>
      <Box border="1px solid" borderColor={error ? 'accent' : 'control'} borderRadius="sm" bg="raised">
        {roles.map((role) => (
          <chakra.label
            key={role}
            display="flex"
            alignItems="baseline"
            gap="3"
            px="3"
            py="2.5"
            cursor="pointer"
            _notLast={{ borderBottom: '1px solid', borderColor: 'rule' }}
            _hover={{ bg: 'accent.wash' }}
          >
            <chakra.input
              type="radio"
              name="role"
              value={role}
              checked={chosen === role}
              aria-invalid={error !== null}
              onChange={() => form.send({ type: 'field.changed', name: 'role', value: role })}
              accentColor="var(--l-colors-accent)"
              width="4"
              height="4"
              flexShrink={0}
            />
            <Box minWidth={0}>
              <Text as="span" display="block" fontSize="md" fontWeight="semibold">
                {roleName[role]}
              </Text>
              <Text as="span" display="block" textStyle="small" color="ink.2">
                {roleHint[role]}
              </Text>
            </Box>
          </chakra.label>
        ))}
      </Box>
      {error && (
        <Text role="alert" textStyle="small" color="accent" fontWeight="medium" mt="1.5">
          {error}
        </Text>
      )}
    </chakra.fieldset>
  )
}
