import { verifyOtp } from '#app/api/endpoints/verify-otp.server.ts';
import { serve } from '#app/api/serve.server.ts';

export const loader = serve(verifyOtp);
export const action = serve(verifyOtp);
