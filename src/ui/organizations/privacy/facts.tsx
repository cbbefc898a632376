import { chakra, Grid } from '@chakra-ui/react'
import type { ReactNode } from 'react'

/** A name and its value. */
export type Fact = readonly [name: string, is: ReactNode]

/** Names with their values beside them; on a phone below them. */
export const Facts = ({ label, facts }: { label: string; facts: readonly Fact[] }) => (
  <chakra.dl aria-label={label} fontSize="md">
    {facts.map(([name, is], index) => (
      <Grid
        key={index}
        templateColumns={{ base: '1fr', sm: '14rem 1fr' }}
        columnGap="6"
        rowGap="0.5"
        py="3"
        _notLast={{ borderBottom: '1px solid', borderColor: 'rule' }}
      >
        <chakra.dt fontWeight="semibold">{name}</chakra.dt>
        <chakra.dd color="ink.2" m="0" overflowWrap="anywhere">
          {is}
        </chakra.dd>
      </Grid>
    ))}
  </chakra.dl>
)
