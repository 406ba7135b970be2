import type { Method, PaymentMethodFields } from './entities.ts';
import { makeId } from './make-id.ts';

const none = { card_id: null, bank: null, wallet: null, vpa: null };

const made: Record<Method, () => Omit<PaymentMethodFields, 'method'>> = {
  card() {
    const card_id = makeId('card_');
    return {
      ...none,
      card_id,
      card: {
        id: card_id,
        entity: 'card',
        name: 'Asha Rao',
        last4: '1111',
        network: 'Visa',
        type: 'debit',
        issuer: null,
        international: false,
        emi: false,
        sub_type: 'consumer',
      },
      acquirer_data: { auth_code: '828553' },
    };
  },
  upi: () => ({ ...none, vpa: 'asha@exampleupi', acquirer_data: { rrn: '033814379298' } }),
  netbanking: () => ({
    ...none,
    bank: 'HDFC',
    acquirer_data: { bank_transaction_id: '0125836177' },
  }),
  wallet: () => ({ ...none, wallet: 'payzapp', acquirer_data: { transaction_id: null } }),
};

/** The fields of a payment that depend on its method. */
export function paymentMethodFields(method: Method): PaymentMethodFields {
  return { method, ...made[method]() };
}
