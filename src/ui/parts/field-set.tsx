import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'

/** Several controls, or what stands for one, below their label. */
export const FieldSet = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <chakra.fieldset border="0" p="0" m="0" minWidth={0}>
    <chakra.legend fontWeight="semibold" fontSize="sm" mb="1.5" p="0">
      {label}
    </chakra.legend>
    {children}
  </chakra.fieldset>
)
