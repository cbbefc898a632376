import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'

/** Several controls, or what stands for one, below their label. */
export const FieldSet = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <fieldset>
    <chakra.legend fontWeight="semibold" fontSize="sm" mb="1.5">
      {label}
    </chakra.legend>
    {children}
  </fieldset>
)
