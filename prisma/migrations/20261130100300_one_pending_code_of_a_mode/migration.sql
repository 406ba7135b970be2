-- A number has one pending code of each service, and of each mode.
CREATE UNIQUE INDEX CONCURRENTLY otps_one_pending_of_mode ON otps (user_id, recipient, coalesce(service_id, ''), livemode)
  WHERE state = 'pending';
